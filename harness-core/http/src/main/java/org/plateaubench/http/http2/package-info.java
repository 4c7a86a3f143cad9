// SPDX-License-Identifier: Apache-2.0

/** HTTP/2 by Jetty's client: agreed on by TLS, or at once where nothing is encrypted. */
@NullMarked
package org.plateaubench.http.http2;

import org.jspecify.annotations.NullMarked;
