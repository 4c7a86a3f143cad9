// SPDX-License-Identifier: Apache-2.0
/** One run of a study: the step it was made for, how it ended, its figures and its software. */
@NullMarked
package org.plateaubench.app.study.run;

import org.jspecify.annotations.NullMarked;
