// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check.sample;

/** What would be in a jar of its own. */
class Library {

    static String key() {
        return "plugin.count";
    }
}
