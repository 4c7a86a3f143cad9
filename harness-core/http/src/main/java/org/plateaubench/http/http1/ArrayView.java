// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.http1;

import java.nio.ByteBuffer;

/** Provides a channel with views of parts of an array. The array rarely changes, so that the view is reused. */
final class ArrayView {
    // A larger view would need a large buffer outside the heap.
    private static final int LARGEST_BYTES = 128 << 10;

    private byte[] array = {};
    private ByteBuffer view = ByteBuffer.wrap(array);

    /** Returns a view of the part, or of its beginning if it is large. */
    @SuppressWarnings("ReferenceEquality") // The identical array is meant.
    ByteBuffer of(byte[] wanted, int offset, int length) {
        if (array != wanted) {
            array = wanted;
            view = ByteBuffer.wrap(wanted);
        }
        return view.limit(offset + Math.min(length, LARGEST_BYTES)).position(offset);
    }
}
