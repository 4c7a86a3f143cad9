// SPDX-License-Identifier: Apache-2.0

/** TLS of connections: the trusted certificates, and the meaning of failed handshakes. */
@NullMarked
package org.plateaubench.http.tls;

import org.jspecify.annotations.NullMarked;
