import Foundation
import SwiftData

/// An ingredient's name in two parts, which the plan takes apart.
enum Kitchen9: KitchenVersion {
  static let versionIdentifier = Schema.Version(9, 0, 0)
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
    var kind: String?
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
          "kind": $0.kind,
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
    records.changing("Ingredient") { ingredient in
      let parts = ingredient["name"].components(separatedBy: ", ")
      ingredient["name"] = parts[0]
      ingredient["kind"] = parts.count == 2 ? parts[1] : "nil"
    }.changing("Recipe") { recipe in
      let names = recipe.list("ingredients").map { $0.components(separatedBy: ", ")[0] }
      recipe.set("ingredients", to: names)
    }
  }
}

/// A recipe is in several books.
enum Kitchen10: KitchenVersion {
  static let versionIdentifier = Schema.Version(10, 0, 0)
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
    @Relationship(originalName: "book") var books: [Book] = []

    init(_ title: String, minutes: Int) {
      self.title = title
      self.minutes = minutes
    }
  }

  @Model final class Ingredient {
    var name: String
    var kind: String?
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
    @Relationship(inverse: \Recipe.books) var recipes: [Recipe] = []

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
      if dish.name != "Salad" { recipe.books = [book] }
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
        "books": $0.books.map(\.title),
      ]
    }
      + context.records(Ingredient.self) {
        [
          "name": $0.name,
          "amount": $0.amount,
          "recipe": $0.recipe?.title,
          "allergens": $0.allergens.map(\.name),
          "kind": $0.kind,
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
      if $0["book"] == "nil" { $0["book"] = "" }
      $0.rename("book", to: "books")
    }
  }
}
