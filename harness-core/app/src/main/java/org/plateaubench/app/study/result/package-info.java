// SPDX-License-Identifier: Apache-2.0
/** The results of a study, with their evidence and warnings. */
@NullMarked
package org.plateaubench.app.study.result;

import org.jspecify.annotations.NullMarked;
