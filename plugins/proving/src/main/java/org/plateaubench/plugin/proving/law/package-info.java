// SPDX-License-Identifier: Apache-2.0
/** The known law: how long an answer takes, and when nothing is answered. */
@NullMarked
package org.plateaubench.plugin.proving.law;

import org.jspecify.annotations.NullMarked;
