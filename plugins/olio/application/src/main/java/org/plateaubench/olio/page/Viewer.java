// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import org.jspecify.annotations.Nullable;

/**
 * The viewer of a page.
 *
 * @param id number of the person; 0 for an anonymous viewer
 * @param userName name of the person; null for an anonymous viewer
 */
public record Viewer(int id, @Nullable String userName) {
    public static final Viewer ANONYMOUS = new Viewer(0, null);

    public boolean isSignedIn() {
        return userName != null;
    }
}
