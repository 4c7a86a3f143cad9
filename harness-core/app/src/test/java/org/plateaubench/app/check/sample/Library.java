// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check.sample;

/** The classes that a plugin would have in its own jar. */
class Library {

    static String key() {
        return "plugin.count";
    }
}
