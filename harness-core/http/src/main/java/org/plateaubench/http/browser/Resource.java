// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/** The kinds of page parts that requests and caches distinguish. */
@API(status = EXPERIMENTAL, since = "0.1")
public enum Resource {
    /** Style sheets, scripts, icons. */
    STATIC,
    /** Images. */
    IMAGE
}
