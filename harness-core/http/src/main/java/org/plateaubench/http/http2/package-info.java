// SPDX-License-Identifier: Apache-2.0

/** HTTP/2 connections by Jetty's client, negotiated by TLS, or with prior knowledge if unencrypted. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.http.http2;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
