// SPDX-License-Identifier: Apache-2.0
/** The list of the host's resources that an administrator allows runs of the console to name. */
@NullMarked
package org.plateaubench.web.allowed;

import org.jspecify.annotations.NullMarked;
