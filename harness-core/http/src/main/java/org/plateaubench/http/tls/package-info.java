// SPDX-License-Identifier: Apache-2.0

/** TLS of connections: whom to believe, and what a failed handshake means. */
@NullMarked
package org.plateaubench.http.tls;

import org.jspecify.annotations.NullMarked;
