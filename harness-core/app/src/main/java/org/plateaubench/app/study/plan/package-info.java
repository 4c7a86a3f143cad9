// SPDX-License-Identifier: Apache-2.0
/** The cells of a study and the order of its runs, which follows from those that have ended. */
@NullMarked
package org.plateaubench.app.study.plan;

import org.jspecify.annotations.NullMarked;
