// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/** What parts of a page are, as far as requests and caches tell them apart. */
@API(status = EXPERIMENTAL, since = "0.1")
public enum Resource {
    /** Style sheets, scripts, icons. */
    STATIC,
    /** Images. */
    IMAGE
}
