import Foundation
import SwiftData

/// Allergens less, variations of recipes more; tags are labels, and a book is of a year.
enum Kitchen11: KitchenVersion {
  static let versionIdentifier = Schema.Version(11, 0, 0)
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
    @Relationship(originalName: "tags") var labels: [Tag] = []
    var nutrition: Nutrition = Nutrition(calories: 0, protein: 0)
    var course: Course = Course.main
    var books: [Book] = []
    var basis: Recipe?
    @Relationship(inverse: \Recipe.basis) var variations: [Recipe] = []

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

    init(_ name: String, amount: Double) {
      self.name = name
      self.amount = amount
    }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Recipe.labels) var recipes: [Recipe] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Book {
    #Unique<Book>([\.title, \.year])
    var title: String
    var year: Int = 2000
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
    var first: Recipe?
    for dish in Kitchen.dishes {
      let recipe = Recipe(dish.name, minutes: dish.minutes)
      context.insert(recipe)
      if dish.name == "Tea" { recipe.servings = 1 }
      if dish.name != "Tea" { recipe.addedOn = Kitchen.day }
      recipe.ingredients =
        dish.name == "Tea"
        ? [] : [Ingredient("flour, white", amount: 1.5), Ingredient("salt", amount: 0.01)]
      recipe.labels = dish.name == "Tea" ? [family] : [family, simple]
      recipe.nutrition.calories = dish.minutes * 10
      if dish.name == "Tea" { recipe.course = .dessert }
      if dish.name != "Salad" { recipe.books = [book] }
      if let first { recipe.basis = first } else { first = recipe }
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
        "labels": $0.labels.map(\.name),
        "nutrition":
          "\($0.nutrition.calories)/\($0.nutrition.protein)/\(KitchenRecord.text($0.nutrition.fibre))",
        "course": $0.course.rawValue,
        "books": $0.books.map(\.title),
        "basis": $0.basis?.title,
        "variations": $0.variations.map(\.title),
      ]
    }
      + context.records(Ingredient.self) {
        [
          "name": $0.name,
          "amount": $0.amount,
          "recipe": $0.recipe?.title,
          "kind": $0.kind,
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
          "year": $0.year,
        ]
      }
  }

  static func upgrade(_ records: [KitchenRecord]) -> [KitchenRecord] {
    records.filter { $0.entity != "Allergen" }.changing("Recipe") {
      $0.rename("tags", to: "labels")
      $0["basis"] = "nil"
      $0["variations"] = ""
    }.changing("Ingredient") { $0.fields["allergens"] = nil }
      .changing("Book") { $0["year"] = "2000" }
  }
}

/// An enum with associated values more; the plan sets durations.
enum Kitchen12: KitchenVersion {
  static let versionIdentifier = Schema.Version(12, 0, 0)
  static var models: [any PersistentModel.Type] { [Recipe.self] }

  struct Nutrition: Codable, Equatable {
    var calories: Int
    var protein: Double
    var fibre: Double?
  }

  enum Course: String, Codable { case starter, main, dessert }

  enum Keeping: Codable, Equatable {
    case fresh
    case frozen(months: Int)
  }

  @Model final class Recipe {
    #Index<Recipe>([\.title])
    var title: String
    var minutes: Int
    var servings: Int = 4
    var addedOn: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe)
    var ingredients: [Ingredient] = []
    var labels: [Tag] = []
    var nutrition: Nutrition = Nutrition(calories: 0, protein: 0)
    var course: Course = Course.main
    var books: [Book] = []
    var basis: Recipe?
    @Relationship(inverse: \Recipe.basis) var variations: [Recipe] = []
    var keeping: Keeping?
    var duration: Double?

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

    init(_ name: String, amount: Double) {
      self.name = name
      self.amount = amount
    }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Recipe.labels) var recipes: [Recipe] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Book {
    #Unique<Book>([\.title, \.year])
    var title: String
    var year: Int = 2000
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
      recipe.labels = dish.name == "Tea" ? [family] : [family, simple]
      recipe.nutrition.calories = dish.minutes * 10
      if dish.name == "Tea" { recipe.course = .dessert }
      if dish.name != "Salad" { recipe.books = [book] }
      if dish.name == "Goulash" { recipe.keeping = .frozen(months: 6) }
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
        "labels": $0.labels.map(\.name),
        "nutrition":
          "\($0.nutrition.calories)/\($0.nutrition.protein)/\(KitchenRecord.text($0.nutrition.fibre))",
        "course": $0.course.rawValue,
        "books": $0.books.map(\.title),
        "basis": $0.basis?.title,
        "variations": $0.variations.map(\.title),
        "keeping": $0.keeping.map { "\($0)" },
        "duration": $0.duration,
      ]
    }
      + context.records(Ingredient.self) {
        [
          "name": $0.name,
          "amount": $0.amount,
          "recipe": $0.recipe?.title,
          "kind": $0.kind,
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
          "year": $0.year,
        ]
      }
  }

  static func upgrade(_ records: [KitchenRecord]) -> [KitchenRecord] {
    records.changing("Recipe") {
      $0["keeping"] = "nil"
      $0["duration"] = "\(Double($0["minutes"])!)"
    }
  }
}
