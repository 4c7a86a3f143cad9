// SPDX-License-Identifier: Apache-2.0

/** Gives out connections of the protocol that the settings name. */
@NullMarked
package org.plateaubench.http.connect;

import org.jspecify.annotations.NullMarked;
