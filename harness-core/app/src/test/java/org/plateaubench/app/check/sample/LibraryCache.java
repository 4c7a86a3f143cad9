// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check.sample;

/** A class that cannot be loaded without the library of its superclass. */
final class LibraryCache extends Library {
    private LibraryCache() {}

    static void fill() {
        System.setProperty("plateau.cached", key());
    }
}
