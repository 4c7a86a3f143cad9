// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

/** The routes of one package. */
@FunctionalInterface
public interface Routes {
    /** Adds the routes, once, before the server starts. */
    void addTo(RouteTable table);
}
