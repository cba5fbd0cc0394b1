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
    /// Columns that nothing has and that could be the property's just as well.
    var rivals: Set<String> = []
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

    /// Whether both are the same part of one property, which two classes may have.
    func isSameProperty(as other: Wish) -> Bool {
      key.property == other.key.property && order.leaf == other.order.leaf
    }
  }

  private let table: String
  private let content: StoreContent
  private let present: [String]
  /// The columns with the keys of to-one relationships.
  private let keys: Set<String>
  private var places: [Key: Place] = [:]

  /// - Parameter members: The entities that have rows in the table.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` where a property could have one column or another.
  init(_ members: [PropertyFinder.Member], table: String, content: StoreContent) throws {
    self.table = table
    self.content = content
    present = content.description.tables[table] ?? []
    keys = content.keyColumns[table] ?? []
    var seen: Set<Key> = []
    var wishes: [Wish] = []
    for member in members {
      for property in member.entity.model.properties {
        let declaring = member.declaring(property.name)
        let key = Key(entity: declaring.entity.name, property: property.name)
        guard seen.insert(key).inserted else { continue }
        wishes += try self.wishes(of: property, key, declaring.number, member.entity.model)
      }
    }
    wishes.sort { $0.order.precedes($1.order) }
    let columns = try assignment(of: wishes)
    let free = Set(present).subtracting(columns.values)
    for (index, column) in columns {
      let wish = wishes[index]
      places[wish.key, default: Place(name: wish.order.property)].columns[wish.order.leaf] = column
      let rivals = free.filter { fits(wish, $0, names(of: $0)) }
      places[wish.key]?.rivals.formUnion(rivals)
    }
    let matched = places
    for index in wishes.indices where columns[index] == nil {
      if try !borrow(for: wishes[index], from: matched) { noteOtherType(of: wishes[index], free) }
    }
  }

  func place(of property: String, of member: PropertyFinder.Member) -> Place? {
    places[Key(entity: member.declaring(property).entity.name, property: property)]
  }

  // MARK: - Wishes

  /// The columns that a property would have had, under an earlier name where it has had one.
  private func wishes(
    of property: PropertyDescription, _ key: Key, _ number: Int, _ model: ModelDescription
  ) throws -> [Wish] {
    guard let name = try storedName(of: property, key, in: model) else { return [] }
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
    of property: PropertyDescription, _ key: Key, in model: ModelDescription
  ) throws -> String? {
    if property.originalName == property.name {
      let successor = model.properties.first {
        $0.name != property.name && $0.originalName == property.name
      }
      guard let successor, !hasOwnColumn(successor) else { return property.name }
      return nil
    }
    guard hasOwnColumn(property) else { return property.originalName }
    // Both names are there: the earlier one is another property's, or of one that is gone.
    if model.index(named: property.originalName) != nil { return property.name }
    if isComposite(property) { return property.originalName }
    let (own, former) = (
      LayoutBuilder.columnName(property.name), LayoutBuilder.columnName(property.originalName)
    )
    guard present.contains(former), isOf(property, former) else { return property.name }
    guard isOf(property, own) else { return property.originalName }
    // Renamed by this migration, with the name of one that is gone, or long ago, and the former name is
    // a part's or that of one that is gone.
    throw ambiguity(key, [own, former])
  }

  /// Whether a column has values as those of a property that has one column.
  private func isOf(_ property: PropertyDescription, _ column: String) -> Bool {
    guard let attribute = property.attribute else { return keys.contains(column) }
    return !keys.contains(column)
      && type(of: column) == attribute.codec.leaves.first?.storage.columnType
  }

  /// Whether the store has a property that has been renamed under its new name already.
  private func hasOwnColumn(_ property: PropertyDescription) -> Bool {
    guard isComposite(property), let leaf = property.attribute?.codec.leaves.first else {
      return present.contains(LayoutBuilder.columnName(property.name))
    }
    // The columns of a composite are named by its parts: two of them are those of two properties.
    return present.contains("\(LayoutBuilder.columnName(leaf.name))1")
  }

  private func isComposite(_ property: PropertyDescription) -> Bool {
    property.attribute?.codec.leaves.first?.path.isEmpty == false
  }

  // MARK: - Matching

  /// The column of each wish that has one.
  private func assignment(of wishes: [Wish]) throws -> [Int: String] {
    let first = completed(match(wishes, fromEnd: false, skippingWishes: false), wishes)
    for (fromEnd, skippingWishes) in [(true, false), (false, true), (true, true)] {
      let pairs = match(wishes, fromEnd: fromEnd, skippingWishes: skippingWishes)
      try checkEqual(first, completed(pairs, wishes), wishes)
    }
    let free = Set(present).subtracting(first.values)
    for index in wishes.indices where first[index] == nil {
      let wish = wishes[index]
      // Its values would be lost.
      if let column = present.first(where: { free.contains($0) && fits(wish, $0, names(of: $0)) }) {
        throw ambiguity(wish.key, [column])
      }
    }
    return first
  }

  /// Checks that two ways to pair wishes with columns don't differ.
  private func checkEqual(
    _ first: [Int: String], _ last: [Int: String], _ wishes: [Wish]
  ) throws {
    for index in wishes.indices where first[index] != last[index] {
      let wish = wishes[index]
      if let column = first[index], let other = last[index] {
        throw ambiguity(wish.key, [column, other])
      }
      // Two classes that may share the column are no two properties.
      let column = first[index] ?? last[index]
      let holder = (first[index] == nil ? first : last).first { $0.value == column }?.key
      guard let holder, wishes[holder].isSameProperty(as: wish) else {
        throw ambiguity(wish.key, [column].compactMap { $0 })
      }
    }
  }

  /// Adds properties that have moved to another class: they are out of order, their names are right all
  /// the same.
  private func completed(
    _ pairs: [(wish: Int, column: String)], _ wishes: [Wish]
  ) -> [Int: String] {
    var columns = Dictionary(pairs.map { ($0.wish, $0.column) }) { first, _ in first }
    var free = Set(present).subtracting(columns.values)
    for (index, wish) in wishes.enumerated() where columns[index] == nil {
      let column = wish.order.baseName
      guard free.contains(column), fits(wish, column, [column]) else { continue }
      columns[index] = column
      free.remove(column)
    }
    return columns
  }

  /// The names that a column can have been meant to have: its own, and what is left without a suffix where
  /// columns of that name gave reason for one.
  private func names(of column: String) -> [String] {
    var names = [column]
    var base = Substring(column)
    while let digit = base.last, digit.isASCII, digit.isNumber {
      base.removeLast()
      let suffix = column[base.endIndex...]
      guard let number = Int(suffix), "\(number)" == suffix, number > 0,
        present.contains(String(base)),
        (1..<number).allSatisfy({ present.contains("\(base)\($0)") })
      else { continue }
      names.append(String(base))
    }
    return names
  }

  /// Pairs wishes with columns by their longest common sequence, of several by the first or the last.
  private func match(
    _ wishes: [Wish], fromEnd isReversed: Bool, skippingWishes: Bool
  ) -> [(wish: Int, column: String)] {
    let wishes = isReversed ? wishes.reversed() : wishes
    let present = isReversed ? self.present.reversed() : self.present
    let names = present.map { self.names(of: $0) }
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
        pairs.append((isReversed ? wishes.count - 1 - wish : wish, present[column]))
        (wish, column) = (wish + 1, column + 1)
      } else {
        let (others, later) = (lengths[wish + 1][column], lengths[wish][column + 1])
        let isSkipped = others == later ? skippingWishes : others > later
        (wish, column) = isSkipped ? (wish + 1, column) : (wish, column + 1)
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
    case .attribute: return !keys.contains(column)
    case .toOne, .toMany: return keys.contains(column)
    }
  }

  private func type(of column: String) -> String? {
    content.description.columnTypes[table]?[column]
  }

  /// Takes the column of a property of the same name that was found for another class: both may have
  /// inherited it from one that is gone, or does not have it any more.
  private mutating func borrow(for wish: Wish, from matched: [Key: Place]) throws -> Bool {
    let leaf = wish.order.leaf
    let found = Set(
      matched.compactMap { $0.key.property == wish.key.property ? $0.value.columns[leaf] : nil }
    ).filter { type(of: $0) == wish.order.type }
    guard let column = found.first, matched[wish.key] == nil else { return false }
    if found.count > 1 { throw ambiguity(wish.key, found.sorted()) }
    places[wish.key, default: Place(name: wish.order.property)].columns[leaf] = column
    places[wish.key]?.isBorrowed = true
    return true
  }

  /// Notes a column with the name of an attribute that was not found, which nothing else has: its values
  /// would be lost.
  private mutating func noteOtherType(of wish: Wish, _ free: Set<String>) {
    guard wish.kind == .attribute else { return }
    let candidates = present.filter { free.contains($0) && !keys.contains($0) }
    let isPlain = places[wish.key]?.columns.isEmpty ?? true
    let found =
      candidates.first { $0 == wish.order.baseName }
      ?? candidates.first {
        names(of: $0).contains(wish.order.baseName)
      } ?? candidates.first { isPlain && $0 == wish.plainName }
    guard let found, let type = type(of: found) else { return }
    places[wish.key, default: Place(name: wish.order.property)].otherType = (found, type)
  }

  private func ambiguity(_ key: Key, _ columns: [String]) -> SwiftDataError {
    MigrationError.ambiguity(key.entity, key.property, columns, of: table)
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
