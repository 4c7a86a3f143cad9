// SPDX-License-Identifier: Apache-2.0
/** One emulated user: who it is, what it remembers, and what it draws. */
@NullMarked
package org.plateaubench.plugin.olio.session;

import org.jspecify.annotations.NullMarked;
