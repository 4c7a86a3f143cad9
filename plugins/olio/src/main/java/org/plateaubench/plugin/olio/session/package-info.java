// SPDX-License-Identifier: Apache-2.0
/** One emulated user: its identity, its state, and its draws. */
@NullMarked
package org.plateaubench.plugin.olio.session;

import org.jspecify.annotations.NullMarked;
