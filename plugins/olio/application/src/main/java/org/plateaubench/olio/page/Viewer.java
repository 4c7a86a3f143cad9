// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import org.jspecify.annotations.Nullable;

/**
 * Who looks at a page.
 *
 * @param id number of the person; 0 for nobody in particular
 * @param userName of the person; null for nobody in particular
 */
public record Viewer(int id, @Nullable String userName) {
    /** Somebody who is not signed in. */
    public static final Viewer ANONYMOUS = new Viewer(0, null);

    /** Whether it is somebody in particular. */
    public boolean isSignedIn() {
        return userName != null;
    }
}
