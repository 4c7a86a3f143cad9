// SPDX-License-Identifier: Apache-2.0
/** One emulated user's browser on top of connections: cookies, redirects, cache, parallel fetch, counts. */
@NullMarked
package org.plateaubench.http.browser;

import org.jspecify.annotations.NullMarked;
