// SPDX-License-Identifier: Apache-2.0

/** HTTP driver kit: what a connection, a request and a response are, whatever the protocol below. */
@NullMarked
package org.plateaubench.http;

import org.jspecify.annotations.NullMarked;
