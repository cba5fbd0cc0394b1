internal import Foundation

/// Makes the Cocoa validation errors that `save()` throws on Apple's systems.
enum ValidationError {
  /// The codes of Cocoa's validation errors.
  enum Code: Int {
    case multiple = 1560
    case missingRequiredProperty = 1570
    case tooFewObjects = 1580
    case tooManyObjects = 1590
    case deniedDelete = 1600
  }

  static func make(
    _ code: Code, model: String, property: String, _ text: String
  ) -> CocoaError {
    CocoaError(
      CocoaError.Code(rawValue: code.rawValue),
      userInfo: [
        NSLocalizedDescriptionKey: text, "NSValidationErrorKey": property,
        "NSValidationErrorObject": model,
      ])
  }

  /// A deletion that a `.deny` rule forbids.
  static func denied(model: String, property: String, destination: String) -> CocoaError {
    make(
      .deniedDelete, model: model, property: property,
      "\(model) cannot be deleted while '\(property)' has a \(destination): its delete rule is .deny. Delete or detach the destinations first."
    )
  }

  /// One error for all that was found.
  static func combined(_ errors: [any Error]) -> any Error {
    if errors.count == 1 { return errors[0] }
    return CocoaError(
      CocoaError.Code(rawValue: Code.multiple.rawValue),
      userInfo: [
        NSLocalizedDescriptionKey: "Multiple validation errors occurred: "
          + errors.map { "\(($0 as? CocoaError)?.localizedDescription ?? "\($0)")" }.joined(
            separator: " "),
        "NSDetailedErrors": errors,
      ])
  }
}

extension ModelStorage {
  /// Collects what keeps the instance from being saved.
  func validate(_ layout: SchemaLayout, allProperties: Bool, into errors: inout [any Error]) {
    guard let entity = layout.entity(of: description) else { return }
    for (index, relationship) in entity.relationships.enumerated() {
      let property = description.relationshipProperties[index]
      guard allProperties || changes.contains(property) else { continue }
      if relationship.isToOne {
        let isMissing = if case .one(nil) = relationships[index] { true } else { false }
        if isMissing, !relationship.isOptional {
          errors.append(
            ValidationError.make(
              .missingRequiredProperty, model: description.entityName, property: relationship.name,
              "\(description.entityName).\(relationship.name) is a required value. Set it, delete the model too (.cascade), or make the relationship optional."
            ))
        }
        continue
      }
      let models: [any PersistentModel]
      switch relationships[index] {
      case .many(let loaded): models = loaded
      case .manyFault(let added, let removed) where !added.isEmpty || !removed.isEmpty:
        guard (relationship.minimumModelCount ?? 0) > 0 || (relationship.maximumModelCount ?? 0) > 0
        else { continue }
        models = destinations(relationship: index)
      case .one, .oneFault, .manyFault: continue
      }
      if let minimum = relationship.minimumModelCount, minimum > 0, models.count < minimum {
        errors.append(
          ValidationError.make(
            .tooFewObjects, model: description.entityName, property: relationship.name,
            "\(description.entityName).\(relationship.name) has \(models.count) models; at least \(minimum) are required."
          ))
      }
      if let maximum = relationship.maximumModelCount, maximum > 0, models.count > maximum {
        errors.append(
          ValidationError.make(
            .tooManyObjects, model: description.entityName, property: relationship.name,
            "\(description.entityName).\(relationship.name) has \(models.count) models; at most \(maximum) are allowed."
          ))
      }
    }
  }
}
