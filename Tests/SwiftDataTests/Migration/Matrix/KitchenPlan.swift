import Foundation
import SwiftData

/// The plan with which the newest kitchen app is shipped.
enum KitchenPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { Kitchen.versions }

  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: Kitchen1.self, toVersion: Kitchen2.self),
      .lightweight(fromVersion: Kitchen2.self, toVersion: Kitchen3.self),
      .lightweight(fromVersion: Kitchen3.self, toVersion: Kitchen4.self),
      tagQuickDishes,
      mergeTags,
      .lightweight(fromVersion: Kitchen6.self, toVersion: Kitchen7.self),
      .lightweight(fromVersion: Kitchen7.self, toVersion: Kitchen8.self),
      splitIngredients,
      .lightweight(fromVersion: Kitchen9.self, toVersion: Kitchen10.self),
      .lightweight(fromVersion: Kitchen10.self, toVersion: Kitchen11.self),
      setDurations,
    ]
  }

  private static var tagQuickDishes: MigrationStage {
    .custom(
      fromVersion: Kitchen4.self, toVersion: Kitchen5.self, willMigrate: nil,
      didMigrate: { context in
        for recipe in try context.fetch(FetchDescriptor<Kitchen5.Recipe>())
        where recipe.minutes < 20 {
          recipe.tags = [Kitchen5.Tag("quick")]
        }
        try context.save()
      })
  }

  private static var mergeTags: MigrationStage {
    .custom(
      fromVersion: Kitchen5.self, toVersion: Kitchen6.self,
      willMigrate: { context in
        var first: [String: Kitchen5.Tag] = [:]
        for tag in try context.fetch(FetchDescriptor<Kitchen5.Tag>()) {
          guard let kept = first[tag.name] else {
            first[tag.name] = tag
            continue
          }
          for recipe in tag.recipes where !kept.recipes.contains(where: { $0 === recipe }) {
            kept.recipes.append(recipe)
          }
          context.delete(tag)
        }
        try context.save()
      }, didMigrate: nil)
  }

  private static var splitIngredients: MigrationStage {
    .custom(
      fromVersion: Kitchen8.self, toVersion: Kitchen9.self, willMigrate: nil,
      didMigrate: { context in
        for ingredient in try context.fetch(FetchDescriptor<Kitchen9.Ingredient>()) {
          let parts = ingredient.name.components(separatedBy: ", ")
          guard parts.count == 2 else { continue }
          ingredient.name = parts[0]
          ingredient.kind = parts[1]
        }
        try context.save()
      })
  }

  private static var setDurations: MigrationStage {
    .custom(
      fromVersion: Kitchen11.self, toVersion: Kitchen12.self, willMigrate: nil,
      didMigrate: { context in
        for recipe in try context.fetch(FetchDescriptor<Kitchen12.Recipe>()) {
          recipe.duration = Double(recipe.minutes)
        }
        try context.save()
      })
  }
}
