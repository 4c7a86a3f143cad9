// SPDX-License-Identifier: Apache-2.0

/** HTTP driver kit: connections, requests and responses, independent of the protocol version. */
@NullMarked
package org.plateaubench.http;

import org.jspecify.annotations.NullMarked;
