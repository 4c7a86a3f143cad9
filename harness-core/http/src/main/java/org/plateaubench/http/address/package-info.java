// SPDX-License-Identifier: Apache-2.0
/** Absolute addresses and the resolution of relative ones. */
@NullMarked
package org.plateaubench.http.address;

import org.jspecify.annotations.NullMarked;
