// SPDX-License-Identifier: Apache-2.0
/** Request bodies of forms, and the decoding of compressed answers. */
@NullMarked
package org.plateaubench.http.body;

import org.jspecify.annotations.NullMarked;
