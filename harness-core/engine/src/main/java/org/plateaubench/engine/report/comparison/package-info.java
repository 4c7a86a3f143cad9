// SPDX-License-Identifier: Apache-2.0
/** The differences between stored runs: in their plans, their environments and their figures. */
@NullMarked
package org.plateaubench.engine.report.comparison;

import org.jspecify.annotations.NullMarked;
