import Foundation
import SwiftData

/// The first release.
enum Kitchen1: KitchenVersion {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Recipe.self] }

  @Model final class Recipe {
    var name: String
    var minutes: Int
    var notes: String?

    init(_ name: String, minutes: Int) {
      self.name = name
      self.minutes = minutes
    }
  }

  static func write(_ context: ModelContext) throws {
    for dish in Kitchen.dishes {
      let recipe = Recipe(dish.name, minutes: dish.minutes)
      context.insert(recipe)
      if dish.name == "Goulash" { recipe.notes = "Better on the second day" }
    }
    try context.save()
  }

  static func records(_ context: ModelContext) throws -> [KitchenRecord] {
    try context.records(Recipe.self) {
      [
        "name": $0.name,
        "minutes": $0.minutes,
        "notes": $0.notes,
      ]
    }
  }

  static func upgrade(_ records: [KitchenRecord]) -> [KitchenRecord] {
    records
  }
}

/// A defaulted and an optional property more.
enum Kitchen2: KitchenVersion {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Recipe.self] }

  @Model final class Recipe {
    var name: String
    var minutes: Int
    var notes: String?
    var servings: Int = 4
    var addedOn: Date?

    init(_ name: String, minutes: Int) {
      self.name = name
      self.minutes = minutes
    }
  }

  static func write(_ context: ModelContext) throws {
    for dish in Kitchen.dishes {
      let recipe = Recipe(dish.name, minutes: dish.minutes)
      context.insert(recipe)
      if dish.name == "Goulash" { recipe.notes = "Better on the second day" }
      if dish.name == "Tea" { recipe.servings = 1 }
      if dish.name != "Tea" { recipe.addedOn = Kitchen.day }
    }
    try context.save()
  }

  static func records(_ context: ModelContext) throws -> [KitchenRecord] {
    try context.records(Recipe.self) {
      [
        "name": $0.name,
        "minutes": $0.minutes,
        "notes": $0.notes,
        "servings": $0.servings,
        "addedOn": $0.addedOn,
      ]
    }
  }

  static func upgrade(_ records: [KitchenRecord]) -> [KitchenRecord] {
    records.changing("Recipe") {
      $0["servings"] = "4"
      $0["addedOn"] = "nil"
    }
  }
}

/// An entity more, with a relationship to it.
enum Kitchen3: KitchenVersion {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Recipe.self] }

  @Model final class Recipe {
    var name: String
    var minutes: Int
    var notes: String?
    var servings: Int = 4
    var addedOn: Date?
    @Relationship(inverse: \Ingredient.recipe) var ingredients: [Ingredient] = []

    init(_ name: String, minutes: Int) {
      self.name = name
      self.minutes = minutes
    }
  }

  @Model final class Ingredient {
    var name: String
    var amount: Double
    var recipe: Recipe?

    init(_ name: String, amount: Double) {
      self.name = name
      self.amount = amount
    }
  }

  static func write(_ context: ModelContext) throws {
    for dish in Kitchen.dishes {
      let recipe = Recipe(dish.name, minutes: dish.minutes)
      context.insert(recipe)
      if dish.name == "Goulash" { recipe.notes = "Better on the second day" }
      if dish.name == "Tea" { recipe.servings = 1 }
      if dish.name != "Tea" { recipe.addedOn = Kitchen.day }
      recipe.ingredients =
        dish.name == "Tea"
        ? [] : [Ingredient("flour, white", amount: 1.5), Ingredient("salt", amount: 0.01)]
    }
    try context.save()
  }

  static func records(_ context: ModelContext) throws -> [KitchenRecord] {
    try context.records(Recipe.self) {
      [
        "name": $0.name,
        "minutes": $0.minutes,
        "notes": $0.notes,
        "servings": $0.servings,
        "addedOn": $0.addedOn,
        "ingredients": $0.ingredients.map(\.name),
      ]
    }
      + context.records(Ingredient.self) {
        [
          "name": $0.name,
          "amount": $0.amount,
          "recipe": $0.recipe?.name,
        ]
      }
  }

  static func upgrade(_ records: [KitchenRecord]) -> [KitchenRecord] {
    records.changing("Recipe") {
      $0["ingredients"] = ""
    }
  }
}

/// A property has another name.
enum Kitchen4: KitchenVersion {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] { [Recipe.self] }

  @Model final class Recipe {
    @Attribute(originalName: "name") var title: String
    var minutes: Int
    var notes: String?
    var servings: Int = 4
    var addedOn: Date?
    @Relationship(inverse: \Ingredient.recipe) var ingredients: [Ingredient] = []

    init(_ title: String, minutes: Int) {
      self.title = title
      self.minutes = minutes
    }
  }

  @Model final class Ingredient {
    var name: String
    var amount: Double
    var recipe: Recipe?

    init(_ name: String, amount: Double) {
      self.name = name
      self.amount = amount
    }
  }

  static func write(_ context: ModelContext) throws {
    for dish in Kitchen.dishes {
      let recipe = Recipe(dish.name, minutes: dish.minutes)
      context.insert(recipe)
      if dish.name == "Goulash" { recipe.notes = "Better on the second day" }
      if dish.name == "Tea" { recipe.servings = 1 }
      if dish.name != "Tea" { recipe.addedOn = Kitchen.day }
      recipe.ingredients =
        dish.name == "Tea"
        ? [] : [Ingredient("flour, white", amount: 1.5), Ingredient("salt", amount: 0.01)]
    }
    try context.save()
  }

  static func records(_ context: ModelContext) throws -> [KitchenRecord] {
    try context.records(Recipe.self) {
      [
        "title": $0.title,
        "minutes": $0.minutes,
        "notes": $0.notes,
        "servings": $0.servings,
        "addedOn": $0.addedOn,
        "ingredients": $0.ingredients.map(\.name),
      ]
    }
      + context.records(Ingredient.self) {
        [
          "name": $0.name,
          "amount": $0.amount,
          "recipe": $0.recipe?.title,
        ]
      }
  }

  static func upgrade(_ records: [KitchenRecord]) -> [KitchenRecord] {
    records.changing("Recipe") {
      $0.rename("name", to: "title")
    }
  }
}
