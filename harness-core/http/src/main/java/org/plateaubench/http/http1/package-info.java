// SPDX-License-Identifier: Apache-2.0

/** HTTP/1.1 in blocking style, for virtual and platform threads. */
@NullMarked
package org.plateaubench.http.http1;

import org.jspecify.annotations.NullMarked;
