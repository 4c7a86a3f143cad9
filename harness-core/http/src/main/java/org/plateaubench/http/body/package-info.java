// SPDX-License-Identifier: Apache-2.0
/** Bodies of requests as forms send them, and the decoding of compressed answers. */
@NullMarked
package org.plateaubench.http.body;

import org.jspecify.annotations.NullMarked;
