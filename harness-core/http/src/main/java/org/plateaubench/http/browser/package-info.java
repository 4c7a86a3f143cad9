// SPDX-License-Identifier: Apache-2.0
/** One emulated user's browser on top of connections: cookies, redirects, cache, parallel fetch, counts. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.http.browser;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
