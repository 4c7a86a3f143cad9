// SPDX-License-Identifier: Apache-2.0
/** The audit log of the console. */
@NullMarked
package org.plateaubench.web.access.audit;

import org.jspecify.annotations.NullMarked;
