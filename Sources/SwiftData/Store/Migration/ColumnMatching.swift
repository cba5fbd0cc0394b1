/// Which columns of one table of a store belong to which properties of a schema.
///
/// The columns are in an order that the names of properties decide. Where several have one name, and so
/// suffixes, the longest common sequence of the two orders tells which is whose.
struct ColumnMatching {
  /// Where the store has a property.
  struct Place {
    /// The name that the property has in the store, as far as can be told.
    var name: String
    /// The column of each leaf that was found.
    var columns: [Int: String] = [:]
    /// A column of the property's name whose values are of another type.
    var otherType: (column: String, type: String)?
    /// Whether the columns were found for another class's property of the name.
    var isBorrowed = false
  }

  private struct Key: Hashable {
    /// The class that declared the property in the store.
    var entity: String
    var property: String
  }

  /// A column that a property would have, in the order of such columns.
  private struct Wish {
    enum Kind { case attribute, toOne, toMany }

    var key: Key
    var kind: Kind
    /// The column that a property would have if it were no composite.
    var plainName: String?
    var order: LayoutBuilder.Column
  }

  private let table: String
  private let content: StoreContent
  private let present: [String]
  private var places: [Key: Place] = [:]

  /// - Parameter members: The entities that have rows in the table.
  init(_ members: [PropertyFinder.Member], table: String, content: StoreContent) {
    self.table = table
    self.content = content
    present = content.description.tables[table] ?? []
    var seen: Set<Key> = []
    var wishes: [Wish] = []
    for member in members {
      for property in member.entity.model.properties {
        let declaring = member.declaring(property.name)
        let key = Key(entity: declaring.entity.name, property: property.name)
        guard seen.insert(key).inserted else { continue }
        wishes += self.wishes(of: property, key, declaring.number, member.entity.model)
      }
    }
    wishes.sort { $0.order.precedes($1.order) }
    var unmatched = Set(wishes.indices)
    var free = Set(present)
    for (index, column) in match(wishes) {
      let wish = wishes[index]
      places[wish.key, default: Place(name: wish.order.property)].columns[wish.order.leaf] = column
      unmatched.remove(index)
      free.remove(column)
    }
    // A property that has moved to another class is out of order, its name is right all the same.
    for index in unmatched.sorted() {
      let wish = wishes[index]
      let column = wish.order.baseName
      guard free.contains(column), fits(wish, column, [column]) else { continue }
      places[wish.key, default: Place(name: wish.order.property)].columns[wish.order.leaf] = column
      unmatched.remove(index)
      free.remove(column)
    }
    let matched = places
    for index in unmatched.sorted() {
      if !borrow(for: wishes[index], from: matched) { noteOtherType(of: wishes[index], free) }
    }
  }

  func place(of property: String, of member: PropertyFinder.Member) -> Place? {
    places[Key(entity: member.declaring(property).entity.name, property: property)]
  }

  // MARK: - Wishes

  /// The columns that a property would have had, under an earlier name where it has had one.
  private func wishes(
    of property: PropertyDescription, _ key: Key, _ number: Int, _ model: ModelDescription
  ) -> [Wish] {
    guard let name = storedName(of: property, in: model) else { return [] }
    func wish(
      _ kind: Wish.Kind, _ base: String, _ storage: LeafStorage, leaf: Int = 0,
      isPart: Bool = false
    ) -> Wish {
      Wish(
        key: key, kind: kind, plainName: isPart ? LayoutBuilder.columnName(name) : nil,
        order: LayoutBuilder.Column(
          property: name, baseName: LayoutBuilder.columnName(base), group: storage.columnGroup,
          entity: number, rank: kind == .attribute ? 0 : 1, leaf: leaf, type: storage.columnType,
          place: ""))
    }
    switch property.kind {
    case .attribute(let description):
      if description.isEphemeral { return [] }
      return description.codec.leaves.enumerated().map { index, leaf in
        wish(
          .attribute, leaf.path.isEmpty ? name : leaf.name, leaf.storage, leaf: index,
          isPart: !leaf.path.isEmpty)
      }
    case .relationship(let description):
      // A to-many one may have been to-one.
      return [wish(description.isToOne ? .toOne : .toMany, name, .integer)]
    }
  }

  /// The name that a property has in the store; nil where another one has what is of that name there.
  private func storedName(
    of property: PropertyDescription, in model: ModelDescription
  ) -> String? {
    if property.originalName == property.name {
      let successor = model.properties.first {
        $0.name != property.name && $0.originalName == property.name
      }
      guard let successor, !hasOwnColumn(successor) else { return property.name }
      return nil
    }
    guard hasOwnColumn(property) else { return property.originalName }
    // Both names are there: the earlier one is another property's, or of one that is gone.
    let isOfAnother = model.index(named: property.originalName) != nil
    let hasEarlier = present.contains(LayoutBuilder.columnName(property.originalName))
    return isOfAnother || !hasEarlier ? property.name : property.originalName
  }

  /// Whether the store has a property that has been renamed under its new name already.
  private func hasOwnColumn(_ property: PropertyDescription) -> Bool {
    guard let leaf = property.attribute?.codec.leaves.first, !leaf.path.isEmpty else {
      return present.contains(LayoutBuilder.columnName(property.name))
    }
    // The columns of a composite are named by its parts: two of them are those of two properties.
    return present.contains("\(LayoutBuilder.columnName(leaf.name))1")
  }

  // MARK: - Matching

  /// Pairs wishes with columns by their longest common sequence.
  private func match(_ wishes: [Wish]) -> [(wish: Int, column: String)] {
    let names = present.map { column in
      // What is left without the digits, where a column of that name gave reason for a suffix.
      let base = Self.withoutSuffix(column)
      return base != column && present.contains(base) ? [column, base] : [column]
    }
    func fits(_ wish: Int, _ column: Int) -> Bool {
      self.fits(wishes[wish], present[column], names[column])
    }
    var lengths = Array(
      repeating: Array(repeating: 0, count: present.count + 1), count: wishes.count + 1)
    for wish in wishes.indices.reversed() {
      for column in present.indices.reversed() {
        lengths[wish][column] = max(lengths[wish + 1][column], lengths[wish][column + 1])
        if fits(wish, column) {
          lengths[wish][column] = max(lengths[wish][column], lengths[wish + 1][column + 1] + 1)
        }
      }
    }
    var pairs: [(Int, String)] = []
    var (wish, column) = (0, 0)
    while wish < wishes.count, column < present.count {
      if fits(wish, column), lengths[wish][column] == lengths[wish + 1][column + 1] + 1 {
        pairs.append((wish, present[column]))
        (wish, column) = (wish + 1, column + 1)
      } else if lengths[wish + 1][column] >= lengths[wish][column + 1] {
        wish += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  /// Whether a column that stands for some names can be the one that a property would have.
  private func fits(_ wish: Wish, _ column: String, _ names: [String]) -> Bool {
    guard names.contains(wish.order.baseName), type(of: column) == wish.order.type else {
      return false
    }
    switch wish.kind {
    case .attribute: return !isKey(column)
    case .toOne: return true
    case .toMany: return isKey(column)
    }
  }

  private static func withoutSuffix(_ column: String) -> String {
    var base = column
    while let last = base.last, last.isNumber { base.removeLast() }
    return base
  }

  private func type(of column: String) -> String? {
    content.description.columnTypes[table]?[column]
  }

  /// Whether a column holds the keys of a to-one relationship, each of which has an index.
  private func isKey(_ column: String) -> Bool {
    content.indexes.values.contains { $0.table == table && $0.sql.hasSuffix("(\(column))") }
  }

  /// Takes the column of a property of the same name that was found for another class: both may have
  /// inherited it from one that is gone, or does not have it any more.
  private mutating func borrow(for wish: Wish, from matched: [Key: Place]) -> Bool {
    let leaf = wish.order.leaf
    let found = matched.first {
      $0.key.property == wish.key.property && $0.value.columns[leaf] != nil
    }
    guard let column = found?.value.columns[leaf], type(of: column) == wish.order.type,
      matched[wish.key] == nil
    else { return false }
    places[wish.key, default: Place(name: wish.order.property)].columns[leaf] = column
    places[wish.key]?.isBorrowed = true
    return true
  }

  /// Notes a column with the name of an attribute that was not found, which nothing else has: its values
  /// would be lost.
  private mutating func noteOtherType(of wish: Wish, _ free: Set<String>) {
    guard wish.kind == .attribute else { return }
    let candidates = present.filter { free.contains($0) && !isKey($0) }
    let isPlain = places[wish.key]?.columns.isEmpty ?? true
    let found =
      candidates.first { $0 == wish.order.baseName }
      ?? candidates.first {
        let base = Self.withoutSuffix($0)
        return base == wish.order.baseName && present.contains(base)
      } ?? candidates.first { isPlain && $0 == wish.plainName }
    guard let found, let type = type(of: found) else { return }
    places[wish.key, default: Place(name: wish.order.property)].otherType = (found, type)
  }
}

extension PropertyDescription {
  /// The name that a migration finds the property by.
  fileprivate var originalName: String {
    switch kind {
    case .attribute(let description): description.attribute.originalName
    case .relationship(let description): description.relationship.originalName
    }
  }
}
