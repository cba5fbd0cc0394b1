import Foundation
import SwiftData

/// Tags, many for many recipes; the plan gives the first.
enum Kitchen5: KitchenVersion {
  static let versionIdentifier = Schema.Version(5, 0, 0)
  static var models: [any PersistentModel.Type] { [Recipe.self] }

  @Model final class Recipe {
    var title: String
    var minutes: Int
    var notes: String?
    var servings: Int = 4
    var addedOn: Date?
    @Relationship(inverse: \Ingredient.recipe) var ingredients: [Ingredient] = []
    var tags: [Tag] = []

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

  @Model final class Tag {
    var name: String
    @Relationship(inverse: \Recipe.tags) var recipes: [Recipe] = []

    init(_ name: String) { self.name = name }
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
      // Everyone made tags of their own, and so there are several of one name.
      recipe.tags = dish.name == "Tea" ? [] : [Tag("family")]
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
        "tags": $0.tags.map(\.name),
      ]
    }
      + context.records(Ingredient.self) {
        [
          "name": $0.name,
          "amount": $0.amount,
          "recipe": $0.recipe?.title,
        ]
      }
      + context.records(Tag.self) {
        [
          "name": $0.name,
          "recipes": $0.recipes.map(\.title),
        ]
      }
  }

  static func upgrade(_ records: [KitchenRecord]) -> [KitchenRecord] {
    var tags: [KitchenRecord] = []
    let recipes = records.changing("Recipe") { recipe in
      guard Int(recipe["minutes"])! < 20 else { return recipe["tags"] = "" }
      recipe["tags"] = "quick"
      tags.append(
        KitchenRecord(entity: "Tag", fields: ["name": "quick", "recipes": recipe["title"]]))
    }
    return recipes + tags
  }
}

/// A tag's name is unique; the plan merges those of one name.
enum Kitchen6: KitchenVersion {
  static let versionIdentifier = Schema.Version(6, 0, 0)
  static var models: [any PersistentModel.Type] { [Recipe.self] }

  @Model final class Recipe {
    var title: String
    var minutes: Int
    var notes: String?
    var servings: Int = 4
    var addedOn: Date?
    @Relationship(inverse: \Ingredient.recipe) var ingredients: [Ingredient] = []
    var tags: [Tag] = []

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

  @Model final class Tag {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Recipe.tags) var recipes: [Recipe] = []

    init(_ name: String) { self.name = name }
  }

  static func write(_ context: ModelContext) throws {
    let family = Tag("family")
    let simple = Tag("simple")
    context.insert(family)
    context.insert(simple)
    for dish in Kitchen.dishes {
      let recipe = Recipe(dish.name, minutes: dish.minutes)
      context.insert(recipe)
      if dish.name == "Goulash" { recipe.notes = "Better on the second day" }
      if dish.name == "Tea" { recipe.servings = 1 }
      if dish.name != "Tea" { recipe.addedOn = Kitchen.day }
      recipe.ingredients =
        dish.name == "Tea"
        ? [] : [Ingredient("flour, white", amount: 1.5), Ingredient("salt", amount: 0.01)]
      recipe.tags = dish.name == "Tea" ? [family] : [family, simple]
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
        "tags": $0.tags.map(\.name),
      ]
    }
      + context.records(Ingredient.self) {
        [
          "name": $0.name,
          "amount": $0.amount,
          "recipe": $0.recipe?.title,
        ]
      }
      + context.records(Tag.self) {
        [
          "name": $0.name,
          "recipes": $0.recipes.map(\.title),
        ]
      }
  }

  static func upgrade(_ records: [KitchenRecord]) -> [KitchenRecord] {
    var recipesByTag: [String: Set<String>] = [:]
    for tag in records where tag.entity == "Tag" {
      recipesByTag[tag["name"], default: []].formUnion(tag.list("recipes"))
    }
    return records.filter { $0.entity != "Tag" }.changing("Recipe") { recipe in
      recipe.set("tags", to: Set(recipe.list("tags")))
    }
      + recipesByTag.map { name, recipes in
        var tag = KitchenRecord(entity: "Tag", fields: ["name": name])
        tag.set("recipes", to: recipes)
        return tag
      }
  }
}

/// A structure, an enum and books more, notes less; ingredients go with their recipe.
enum Kitchen7: KitchenVersion {
  static let versionIdentifier = Schema.Version(7, 0, 0)
  static var models: [any PersistentModel.Type] { [Recipe.self] }

  struct Nutrition: Codable, Equatable {
    var calories: Int
    var protein: Double
  }

  enum Course: String, Codable { case starter, main, dessert }

  @Model final class Recipe {
    var title: String
    var minutes: Int
    var servings: Int = 4
    var addedOn: Date?
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe)
    var ingredients: [Ingredient] = []
    var tags: [Tag] = []
    var nutrition: Nutrition = Nutrition(calories: 0, protein: 0)
    var course: Course = Course.main
    var book: Book?

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

  @Model final class Tag {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Recipe.tags) var recipes: [Recipe] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Book {
    var title: String
    @Relationship(inverse: \Recipe.book) var recipes: [Recipe] = []

    init(_ title: String) { self.title = title }
  }

  static func write(_ context: ModelContext) throws {
    let family = Tag("family")
    let simple = Tag("simple")
    context.insert(family)
    context.insert(simple)
    let book = Book("Home Cooking")
    context.insert(book)
    for dish in Kitchen.dishes {
      let recipe = Recipe(dish.name, minutes: dish.minutes)
      context.insert(recipe)
      if dish.name == "Tea" { recipe.servings = 1 }
      if dish.name != "Tea" { recipe.addedOn = Kitchen.day }
      recipe.ingredients =
        dish.name == "Tea"
        ? [] : [Ingredient("flour, white", amount: 1.5), Ingredient("salt", amount: 0.01)]
      recipe.tags = dish.name == "Tea" ? [family] : [family, simple]
      recipe.nutrition.calories = dish.minutes * 10
      if dish.name == "Tea" { recipe.course = .dessert }
      if dish.name != "Salad" { recipe.book = book }
    }
    try context.save()
  }

  static func records(_ context: ModelContext) throws -> [KitchenRecord] {
    try context.records(Recipe.self) {
      [
        "title": $0.title,
        "minutes": $0.minutes,
        "servings": $0.servings,
        "addedOn": $0.addedOn,
        "ingredients": $0.ingredients.map(\.name),
        "tags": $0.tags.map(\.name),
        "nutrition": "\($0.nutrition.calories)/\($0.nutrition.protein)",
        "course": $0.course.rawValue,
        "book": $0.book?.title,
      ]
    }
      + context.records(Ingredient.self) {
        [
          "name": $0.name,
          "amount": $0.amount,
          "recipe": $0.recipe?.title,
        ]
      }
      + context.records(Tag.self) {
        [
          "name": $0.name,
          "recipes": $0.recipes.map(\.title),
        ]
      }
      + context.records(Book.self) {
        [
          "title": $0.title,
          "recipes": $0.recipes.map(\.title),
        ]
      }
  }

  static func upgrade(_ records: [KitchenRecord]) -> [KitchenRecord] {
    records.changing("Recipe") {
      $0.fields["notes"] = nil
      $0["nutrition"] = "0/0.0"
      $0["course"] = "main"
      $0["book"] = "nil"
    }
  }
}

/// An index and a one-way relationship more; a date is mandatory, a structure has a part more.
enum Kitchen8: KitchenVersion {
  static let versionIdentifier = Schema.Version(8, 0, 0)
  static var models: [any PersistentModel.Type] { [Recipe.self] }

  struct Nutrition: Codable, Equatable {
    var calories: Int
    var protein: Double
    var fibre: Double?
  }

  enum Course: String, Codable { case starter, main, dessert }

  @Model final class Recipe {
    #Index<Recipe>([\.title])
    var title: String
    var minutes: Int
    var servings: Int = 4
    var addedOn: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe)
    var ingredients: [Ingredient] = []
    var tags: [Tag] = []
    var nutrition: Nutrition = Nutrition(calories: 0, protein: 0)
    var course: Course = Course.main
    var book: Book?

    init(_ title: String, minutes: Int) {
      self.title = title
      self.minutes = minutes
    }
  }

  @Model final class Ingredient {
    var name: String
    var amount: Double
    var recipe: Recipe?
    /// Nothing leads back.
    var allergens: [Allergen] = []

    init(_ name: String, amount: Double) {
      self.name = name
      self.amount = amount
    }
  }

  @Model final class Allergen {
    var name: String

    init(_ name: String) { self.name = name }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Recipe.tags) var recipes: [Recipe] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Book {
    var title: String
    @Relationship(inverse: \Recipe.book) var recipes: [Recipe] = []

    init(_ title: String) { self.title = title }
  }

  static func write(_ context: ModelContext) throws {
    let family = Tag("family")
    let simple = Tag("simple")
    context.insert(family)
    context.insert(simple)
    let book = Book("Home Cooking")
    context.insert(book)
    for dish in Kitchen.dishes {
      let recipe = Recipe(dish.name, minutes: dish.minutes)
      context.insert(recipe)
      if dish.name == "Tea" { recipe.servings = 1 }
      if dish.name != "Tea" { recipe.addedOn = Kitchen.day }
      recipe.ingredients =
        dish.name == "Tea"
        ? [] : [Ingredient("flour, white", amount: 1.5), Ingredient("salt", amount: 0.01)]
      recipe.ingredients.first?.allergens = [Allergen("gluten"), Allergen("traces of nuts")]
      recipe.tags = dish.name == "Tea" ? [family] : [family, simple]
      recipe.nutrition.calories = dish.minutes * 10
      if dish.name == "Tea" { recipe.course = .dessert }
      if dish.name != "Salad" { recipe.book = book }
    }
    try context.save()
  }

  static func records(_ context: ModelContext) throws -> [KitchenRecord] {
    try context.records(Recipe.self) {
      [
        "title": $0.title,
        "minutes": $0.minutes,
        "servings": $0.servings,
        "addedOn": $0.addedOn,
        "ingredients": $0.ingredients.map(\.name),
        "tags": $0.tags.map(\.name),
        "nutrition":
          "\($0.nutrition.calories)/\($0.nutrition.protein)/\(KitchenRecord.text($0.nutrition.fibre))",
        "course": $0.course.rawValue,
        "book": $0.book?.title,
      ]
    }
      + context.records(Ingredient.self) {
        [
          "name": $0.name,
          "amount": $0.amount,
          "recipe": $0.recipe?.title,
          "allergens": $0.allergens.map(\.name),
        ]
      }
      + context.records(Allergen.self) {
        [
          "name": $0.name
        ]
      }
      + context.records(Tag.self) {
        [
          "name": $0.name,
          "recipes": $0.recipes.map(\.title),
        ]
      }
      + context.records(Book.self) {
        [
          "title": $0.title,
          "recipes": $0.recipes.map(\.title),
        ]
      }
  }

  static func upgrade(_ records: [KitchenRecord]) -> [KitchenRecord] {
    records.changing("Recipe") {
      if $0["addedOn"] == "nil" { $0["addedOn"] = "0.0" }
      $0["nutrition"] += "/nil"
    }.changing("Ingredient") { $0["allergens"] = "" }
  }
}
