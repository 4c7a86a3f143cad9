// SPDX-License-Identifier: Apache-2.0

/** HTTP/2 by Jetty's client: negotiated by TLS, or used at once without encryption. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.http.http2;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
