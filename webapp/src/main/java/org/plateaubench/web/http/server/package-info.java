// SPDX-License-Identifier: Apache-2.0
/** The HTTP server of the console: its sockets, its limits on slow and large requests, and the host names that it answers to. */
@NullMarked
package org.plateaubench.web.http.server;

import org.jspecify.annotations.NullMarked;
