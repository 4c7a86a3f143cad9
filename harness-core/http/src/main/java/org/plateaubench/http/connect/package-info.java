// SPDX-License-Identifier: Apache-2.0

/** Gives out connections with the protocol of the settings. */
@NullMarked
package org.plateaubench.http.connect;

import org.jspecify.annotations.NullMarked;
