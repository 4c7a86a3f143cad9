// SPDX-License-Identifier: Apache-2.0
/** The known law: the times of answers, and the stalls. */
@NullMarked
package org.plateaubench.plugin.proving.law;

import org.jspecify.annotations.NullMarked;
