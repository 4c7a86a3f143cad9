// SPDX-License-Identifier: Apache-2.0
/** The list of what an administrator allows runs of the console to name of the host. */
@NullMarked
package org.plateaubench.web.allowed;

import org.jspecify.annotations.NullMarked;
