// SPDX-License-Identifier: Apache-2.0

/** HTTP/1.1 connections with blocking calls, for virtual and platform threads. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.http.http1;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
