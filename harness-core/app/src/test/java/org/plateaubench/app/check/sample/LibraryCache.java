// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check.sample;

/** What cannot be loaded without the library that it is derived from. */
final class LibraryCache extends Library {
    private LibraryCache() {}

    static void fill() {
        System.setProperty("plateau.cached", key());
    }
}
