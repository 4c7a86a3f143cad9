// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

/** The kinds of page parts that requests and caches distinguish. */
public enum Resource {
    /** Style sheets, scripts, icons. */
    STATIC,
    /** Images. */
    IMAGE
}
