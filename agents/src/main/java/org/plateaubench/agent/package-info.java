// SPDX-License-Identifier: Apache-2.0
/** The load agent. */
@NullMarked
package org.plateaubench.agent;

import org.jspecify.annotations.NullMarked;
