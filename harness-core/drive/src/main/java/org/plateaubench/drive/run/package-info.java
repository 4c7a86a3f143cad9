// SPDX-License-Identifier: Apache-2.0
/** What all users of one run share: its context, and how the outcomes of operations become records. */
@NullMarked
package org.plateaubench.drive.run;

import org.jspecify.annotations.NullMarked;
