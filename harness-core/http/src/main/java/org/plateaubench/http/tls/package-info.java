// SPDX-License-Identifier: Apache-2.0

/** TLS of connections: the trusted certificates, and the meaning of failed handshakes. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.http.tls;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
