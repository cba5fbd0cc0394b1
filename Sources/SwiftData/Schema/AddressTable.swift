internal import Synchronization

/// A table from addresses of immortal objects to numbers, read without a lock.
///
/// It has a fixed size and only ever gains entries, up to half its size, so that a search always
/// ends at an empty slot. Whoever finds nothing needs another way to the answer.
struct AddressTable: ~Copyable, @unchecked Sendable {
  // Unchecked because the slots are atomics behind a pointer that never changes. A slot's key is
  // stored after its value, so a reader who sees the key sees the value; writers hold `count`.

  private struct Slot: ~Copyable {
    let key = Atomic<UInt>(0)
    let value = Atomic<Int>(0)
  }

  private let slots: UnsafeMutablePointer<Slot>
  private let shift: UInt
  private let mask: Int
  private let count = Mutex(0)

  /// Makes a table with space for a number of entries.
  init(minimumCapacity: Int) {
    let bits = max(Int.bitWidth - (minimumCapacity * 2 - 1).leadingZeroBitCount, 4)
    let size = 1 << bits
    mask = size - 1
    shift = UInt(UInt.bitWidth - bits)
    slots = .allocate(capacity: size)
    for index in 0..<size { (slots + index).initialize(to: Slot()) }
  }

  deinit {
    slots.deinitialize(count: mask + 1)
    slots.deallocate()
  }

  /// The number that belongs to an address, or nil where the table does not have it.
  @inline(__always)
  func value(at address: UInt) -> Int? {
    var index = firstIndex(for: address)
    while true {
      let key = slots[index].key.load(ordering: .acquiring)
      if key == address { return slots[index].value.load(ordering: .relaxed) }
      if key == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }

  /// Adds an entry, unless the table is full or has the address already.
  ///
  /// - Returns: Whether the entry was added, and the object must from now on stay where it is.
  func insert(_ value: Int, at address: UInt) -> Bool {
    count.withLock { count in
      guard count <= mask / 2, self.value(at: address) == nil else { return false }
      var index = firstIndex(for: address)
      while slots[index].key.load(ordering: .relaxed) != 0 { index = (index &+ 1) & mask }
      slots[index].value.store(value, ordering: .relaxed)
      slots[index].key.store(address, ordering: .releasing)
      count += 1
      return true
    }
  }

  /// Spreads addresses, whose low bits are all zero, over the table.
  @inline(__always)
  private func firstIndex(for address: UInt) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }
}
