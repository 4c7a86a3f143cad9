// SPDX-License-Identifier: Apache-2.0
/** What an administrator allows the runs of the console to name of the host. */
@NullMarked
package org.plateaubench.web.allowed;

import org.jspecify.annotations.NullMarked;
