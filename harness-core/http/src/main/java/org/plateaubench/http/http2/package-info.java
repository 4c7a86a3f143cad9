// SPDX-License-Identifier: Apache-2.0

/** HTTP/2 by Jetty's client: negotiated by TLS, or used at once without encryption. */
@NullMarked
package org.plateaubench.http.http2;

import org.jspecify.annotations.NullMarked;
