// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

/** The routes of one room. */
@FunctionalInterface
public interface Routes {
    /** Adds them, once, before the server starts. */
    void addTo(RouteTable table);
}
