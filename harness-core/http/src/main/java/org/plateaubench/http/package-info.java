// SPDX-License-Identifier: Apache-2.0

/** The HTTP driver kit: connections, requests and responses, independent of the protocol version. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.http;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
