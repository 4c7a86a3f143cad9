// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.plateaubench.http.HttpResponse;

/** The first body of each path, with which all later ones are compared. Any thread. */
final class FirstBodies {
    private final AtomicReferenceArray<byte[]> bodies;

    FirstBodies(int paths) {
        bodies = new AtomicReferenceArray<>(paths);
    }

    boolean same(int path, HttpResponse response) {
        byte[] first = bodies.get(path);
        if (first == null) {
            bodies.compareAndSet(path, null, response.bodyCopy());
            first = bodies.get(path);
        }
        int from = response.bodyOffset();
        return Arrays.equals(first, 0, first.length, response.bodyArray(), from, from + response.bodyLength());
    }
}
